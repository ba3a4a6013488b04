-- Neovim: copy to ~/.config/nvim/plugin/dado.lua. Descriptions are served by `dado lsp`.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.rcy", "*.gdl" },
  callback = function() vim.bo.filetype = "recycle" end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "recycle",
  callback = function(event)
    local server = { name = "dado", cmd = { "dado", "lsp" }, root_dir = vim.fn.getcwd() }
    if vim.lsp.start then
      vim.lsp.start(server, { bufnr = event and event.buf or 0 })
    else  -- before 0.8
      vim.lsp.buf_attach_client(0, vim.lsp.start_client(server))
    end
  end,
})
