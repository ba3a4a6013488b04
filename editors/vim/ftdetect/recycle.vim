autocmd BufNewFile,BufRead *.rcy,*.gdl setfiletype recycle
