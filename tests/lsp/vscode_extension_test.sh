# The extension for VS Code is a few files; in an editor that is played by a stub its commands show panels: the
# verdict on a game, and a table that moves can be typed at.
. tests/support/cli.sh
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 77; }
[ -d web/node_modules/vscode-languageclient ] && [ -d web/node_modules/esbuild ] ||
    { echo "skipped: vscode-languageclient is not in web/node_modules (./dev web)"; exit 77; }
(cd web && node ../editors/vscode/build.mjs "$work" >/dev/null)
mkdir "$work/unpacked" "$work/desk"
(cd "$work/unpacked" && python3 -m zipfile -e ../dado-recycle-*.vsix .)
[ "$(find "$work/unpacked" -type f | wc -l)" -le 12 ] || fail "the extension has too many files"
cp library/dice/pig.rcy "$work/desk/"
cat >"$work/editor.js" <<'JS'
const Module = require("node:module"), load = Module._load;
const [extension, program, file] = process.argv.slice(2);
const commands = {}, panels = [], fail = (why) => { console.error(why); process.exit(1); };
const anything = () => new Proxy(class {}, { get: (of, name) => name in of || name === "prototype" ? of[name] : anything(), apply: () => undefined });
const panel = (_kind, title) => {
  const made = { title, messages: [], webview: { html: "", postMessage: (m) => made.messages.push(m), onDidReceiveMessage: (f) => { made.type = f; } }, onDidDispose: (f) => { made.close = f; } };
  panels.push(made);
  return made;
};
const vscode = new Proxy({
  workspace: new Proxy({ getConfiguration: () => ({ get: () => program }) }, { get: (of, name) => of[name] ?? anything() }),
  window: new Proxy({ activeTextEditor: { document: { languageId: "recycle", save: async () => true, uri: { fsPath: file } } }, createWebviewPanel: panel },
    { get: (of, name) => of[name] ?? anything() }),
  commands: { registerCommand: (name, act) => { commands[name] = act; return {}; } }, ViewColumn: { Beside: -2 }, version: "1.90.0",
}, { get: (of, name) => of[name] ?? anything() });
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const { activate } = require(extension);
try { Promise.resolve(activate({ subscriptions: [] })).catch(() => {}); } catch { /* the client wants a whole editor; the commands are there */ }
process.on("unhandledRejection", () => {});
const until = async (what, holds) => { for (let i = 0; i < 600; i++) { if (holds()) return; await new Promise((go) => setTimeout(go, 100)); } fail(what); };
(async () => {
  await commands["dado.verdict"]();
  await commands["dado.play"]();
  const [verdict, table] = panels;
  await until("no verdict", () => verdict.webview.html.includes("<html") && verdict.webview.html.length > 5000);
  await until("no table", () => table.messages.join("").length > 50);
  const before = table.messages.join("").length;
  table.type("1");
  await until("no answer to a move", () => table.messages.join("").length > before);
  verdict.close();
  table.close();
  process.exit(0);
})();
JS
export DADO_STORE="$work/store.db"
ends_with 0 timeout 100 node "$work/editor.js" "$work/unpacked/extension/dist/extension.js" "$DADO" "$work/desk/pig.rcy"
