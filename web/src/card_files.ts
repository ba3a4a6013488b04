// card_files.ts - tables of cards that a description names, (cards "market.csv"): texts that go wherever it goes.

export const cardFilesOf = (text: string): string[] => [...new Set([...text.matchAll(/\(\s*cards\s+"([^"\n]+\.csv)"/g)].map(([, name]) => name!))];

// The shipped table of this name.
export const shippedCardFile = (shipped: string[], name: string): string | undefined => shipped.find((entry) => entry.endsWith(`/${name}`));

// Tables as a table request takes them: options, each called as its file.
export const asOptions = (files: Record<string, string>): string[] => Object.entries(files).map(([name, text]) => `${name}=${text}`);
