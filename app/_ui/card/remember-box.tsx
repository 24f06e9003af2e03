import { pageTexts } from '#app/_ui/text/texts.ts'

/** Offers not to ask for the second factor in this browser for some days. */
export async function RememberBox({ days }: { readonly days: number }) {
  const t = await pageTexts()
  return (
    <label className="ui-switch my-4">
      <input id="remember" type="checkbox" name="remember" value="on" className="checkbox" />
      <span className="text-[0.875rem] leading-5">
        {t('methods.remember.label', { days })}
        <span className="ui-hint block">{t('methods.remember.hint')}</span>
      </span>
    </label>
  )
}
