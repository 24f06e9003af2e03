import { pageTexts } from '#app/_ui/text/texts.ts'

/** Makes the browser ask for the second step again, for a computer that others use too. */
export async function ForgetBrowser({ id }: { readonly id: number }) {
  const t = await pageTexts()
  return (
    <form method="post" action="/auth/forget-browser" className="mt-5 border-line border-t pt-5">
      <input type="hidden" name="remembered" value={id} />
      <p className="ui-hint mb-2">{t('methods.remember.still')}</p>
      <button id="forget-browser" type="submit" className="btn btn-sm">
        {t('methods.remember.forget_this')}
      </button>
    </form>
  )
}
