" Indenting and comments for RECYCLE descriptions.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal lisp expandtab shiftwidth=2 softtabstop=2
setlocal lispwords=game,setup,stage,choice,do,any,all,let,repeat,declare,filter,create,set
setlocal comments=:;; commentstring=;;\ %s
if executable('dado')
  setlocal makeprg=dado\ check\ %
  setlocal errorformat=%f:%l:%c:\ %m
endif
let b:undo_ftplugin = 'setlocal lisp< expandtab< shiftwidth< softtabstop< lispwords< comments< commentstring< makeprg< errorformat<'
