// Starts `dado lsp` for descriptions, and shows panels: the verdict on a game, and a table to play at.
const { execFile, spawn } = require("node:child_process");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
const program = () => vscode.workspace.getConfiguration("dado").get("program") || "dado";

// The description in the active editor, saved; or undefined, and a word to the user.
async function description() {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "recycle") {
    vscode.window.showWarningMessage("dado: open a description (.rcy) first");
    return undefined;
  }
  await document.save();
  return document.uri.fsPath;
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function panel(title, options) {
  return vscode.window.createWebviewPanel("dado", title, vscode.ViewColumn.Beside, options);
}

// What `dado doctor` says of the game, as its own page. Closing the panel ends the program.
async function verdict() {
  const file = await description();
  if (!file) return;
  const view = panel(`Verdict: ${path.basename(file)}`, { enableScripts: true });
  view.webview.html = "<p>dado is playing the game; this takes a while ...</p>";
  const child = execFile(program(), ["doctor", file, "--effort", "quick", "--format", "html"],
    { cwd: path.dirname(file), maxBuffer: 64 << 20 }, (why, page, words) => {
      view.webview.html = page || `<pre>${escaped(words || String(why))}</pre>`;
    });
  view.onDidDispose(() => child.kill("SIGINT"));
}

const table = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>pre { white-space: pre-wrap; font-family: var(--vscode-editor-font-family); } input { width: 20em; }</style>
<pre id="said"></pre><form><input id="typed" autofocus placeholder="the number of a move, undo, quit"></form>
<script>
const host = acquireVsCodeApi(), said = document.getElementById("said"), typed = document.getElementById("typed");
addEventListener("message", ({ data }) => { said.textContent += data; scrollTo(0, document.body.scrollHeight); });
document.forms[0].onsubmit = (event) => { event.preventDefault(); host.postMessage(typed.value); said.textContent += typed.value + "\\n"; typed.value = ""; };
</script>`;

// `dado play` in a panel: what it prints, and a line to type moves into.
async function play() {
  const file = await description();
  if (!file) return;
  const view = panel(`Play: ${path.basename(file)}`, { enableScripts: true, retainContextWhenHidden: true });
  view.webview.html = table;
  const child = spawn(program(), ["play", file, "--no-store"], { cwd: path.dirname(file), env: { ...process.env, COLUMNS: "80", NO_COLOR: "1" } });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (words) => view.webview.postMessage(words));
  }
  child.on("error", (why) => view.webview.postMessage(`${program()} cannot be started: ${why.message}\n`));
  child.stdin.on("error", () => {});  // it has ended, and said so
  view.webview.onDidReceiveMessage((line) => child.stdin.write(`${line}\n`));
  view.onDidDispose(() => child.kill("SIGINT"));
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("dado.verdict", verdict), vscode.commands.registerCommand("dado.play", play));
  client = new LanguageClient("dado", "dado", { command: program(), args: ["lsp"] },
                              { documentSelector: [{ language: "recycle" }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
