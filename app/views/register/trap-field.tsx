import { pageTexts } from '#app/_ui/text/texts.ts'

/**
 * A field that programs fill in and people do not see. It is hidden by style, because programs pass over fields that are
 * not there; its label is for browsers without styles. Password managers are told to leave it alone.
 */
export async function TrapField({ name }: { readonly name: string }) {
  const t = await pageTexts()
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {t('pages.register.trap')}
        <input
          type="text"
          name={name}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
        />
      </label>
    </div>
  )
}
