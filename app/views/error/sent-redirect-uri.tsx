import { pageTexts } from '#app/_ui/text/texts.ts'

/**
 * The redirect URI that the application sent, to compare with the registered ones. Not a link, because the address is
 * unverified.
 */
export async function SentRedirectUri({ text }: { readonly text: string }) {
  const t = await pageTexts()
  return (
    <section
      aria-labelledby="for-developers"
      className="mb-6 rounded-field border border-line bg-base-200 px-4 py-3 text-sm"
    >
      <h2 id="for-developers" className="mb-1 font-semibold">
        {t('pages.welcome.developers')}
      </h2>
      <p className="text-muted">{t('pages.error.redirect_uri_sent')}</p>
      <p className="my-1 select-all font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
        <code id="sent-redirect-uri">{text}</code>
      </p>
      <p className="text-muted text-xs">{t('pages.error.redirect_uri_hint')}</p>
    </section>
  )
}
