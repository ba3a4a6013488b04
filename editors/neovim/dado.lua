-- Neovim: copy to ~/.config/nvim/plugin/dado.lua. Descriptions are served by `dado lsp`.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.rcy", "*.gdl" },
  callback = function() vim.bo.filetype = "recycle" end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "recycle",
  callback = function(event)
    vim.lsp.start({ name = "dado", cmd = { "dado", "lsp" }, root_dir = vim.fn.getcwd() },
                  { bufnr = event.buf })
  end,
})
