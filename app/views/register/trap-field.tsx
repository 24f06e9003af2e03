import { pageTexts } from '#app/_ui/text/texts.ts'

/**
 * A hidden field for programs. It is hidden by style, because programs skip fields that are not rendered. Its label is
 * for browsers without styles, and its attributes keep password managers away.
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
