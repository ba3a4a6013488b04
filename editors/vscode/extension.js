// Starts `dado lsp` for descriptions; the client comes with `npm install` in this folder.
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  client = new LanguageClient("dado", "dado", { command: "dado", args: ["lsp"] },
                              { documentSelector: [{ language: "recycle" }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
