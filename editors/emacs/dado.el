;;; dado.el --- descriptions of games, served by dado lsp -*- lexical-binding: t -*-
;; Load it from your init file; needs eglot, which Emacs 29 brings.
(define-derived-mode recycle-mode lisp-data-mode "RECYCLE"
  "Descriptions of games for dado."
  (setq-local comment-start ";; "))
(add-to-list 'auto-mode-alist '("\\.rcy\\'" . recycle-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(recycle-mode . ("dado" "lsp"))))
(provide 'dado)
;;; dado.el ends here
