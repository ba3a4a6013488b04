// invite_people.tsx - opens the page from which people elsewhere are invited to this game. The game goes along
// as it stands in the editor. The playground has no server, so nobody can be invited there.
import { asOptions } from "./card_files";
import { t } from "./messages";
import { home } from "./state";

export function InvitePeople({ game, text, set }: { game: string; text?: () => string; set?: string[] }) {
  if (home.kind !== "server") return null;
  const open = async () => {
    const page = window.open("about:blank", "_blank");  // now: after waiting, browsers would refuse it
    const written = text?.(), files = asOptions(await home.beside(written ? [written] : []));
    localStorage.setItem("dado:host", JSON.stringify({ game, text: written, set: [...set ?? [], ...files] }));
    if (page) page.location.replace("/host");
  };
  return <button class="invite" onClick={() => void open()}>{t("invite_people")}</button>;
}
