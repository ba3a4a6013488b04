# The settings that editors/ has for editors make them talk to the language server: a mistake is shown while
# the file is open, and a file is laid out. Each editor is tried where it is installed.
. tests/support/cli.sh

mkdir "$work/bin" && ln -s "$DADO" "$work/bin/dado"
PATH=$work/bin:$PATH HOME=$work XDG_CONFIG_HOME=$work XDG_STATE_HOME=$work XDG_DATA_HOME=$work
export HOME XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME
sed 's/(scoring/(scorring/' library/dice/pig.rcy >"$work/broken.rcy"
printf '(game (setup (create players 2))\n(stage player (end (>= ((current player) sto A) 3)) (inc ((current player) sto A) 1))\n(scoring max ((current player) sto A)))\n' >"$work/flat.rcy"
cd "$work"
tried=

if command -v nvim >/dev/null; then
    heard='vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)
        for _, d in ipairs(vim.diagnostic.get(0)) do io.write(d.message .. "\n") end'
    laid='vim.wait(20000, function() return #vim.lsp.buf_get_clients(0) > 0 end)
        local all = vim.lsp.buf_request_sync(0, "textDocument/formatting", vim.lsp.util.make_formatting_params({}), 20000)
        for _, one in pairs(all or {}) do vim.lsp.util.apply_text_edits(one.result, 0, "utf-16") end
        vim.cmd("write")'
    timeout 60 nvim --headless -u NONE --cmd "luafile $here/editors/neovim/dado.lua" broken.rcy -c "lua $heard" -c 'qa!' >"$out" 2>&1
    grep -q 'did you mean scoring' "$out" || { cat "$out"; fail "neovim shows no mistake"; }
    cp flat.rcy laid.rcy
    ends_with 0 "$DADO" format laid.rcy
    timeout 60 nvim --headless -u NONE --cmd "luafile $here/editors/neovim/dado.lua" flat.rcy -c "lua $laid" -c 'qa!' >"$out" 2>&1
    same flat.rcy laid.rcy
    [ "$(wc -l <flat.rcy)" -gt 3 ] || fail "nothing was laid out"
    tried="$tried neovim"
fi
if command -v emacs >/dev/null && emacs --batch --eval "(progn (require 'package) (package-initialize) (require 'eglot))" >/dev/null 2>&1; then
    cat >try.el <<LISP
(require 'package)
(package-initialize)
(load-file "$here/editors/emacs/dado.el")
(require 'eglot)
(find-file "broken.rcy")
(call-interactively 'eglot)
(let ((n 0)) (while (and (< n 200) (not (flymake-diagnostics))) (accept-process-output nil 0.1) (setq n (1+ n))))
(dolist (d (flymake-diagnostics)) (princ (format "%s\n" (flymake-diagnostic-text d))))
LISP
    timeout 60 emacs --batch -l try.el >"$out" 2>&1
    grep -q 'did you mean scoring' "$out" || { cat "$out"; fail "emacs shows no mistake"; }
    tried="$tried emacs"
fi
[ -n "$tried" ] || { echo "skipped: no editor is installed (nvim, emacs with eglot)"; exit 77; }
echo "tried:$tried"
