// bundled_text.d.ts - drawings and catalogues are bundled as text: see build.mjs.
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.lua" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
