import { CardPage } from '#app/_ui/card/card-page.tsx'
import { CardTitle } from '#app/_ui/card/card-title.tsx'
import { Field } from '#app/_ui/card/field.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

/** Asks for the code of a device (`/device`). */
export default async function DeviceEntryPage() {
  const { code, offered, error } = await viewData('device-entry')
  const t = await pageTexts()
  const title = t('pages.device-entry.title')
  return (
    <CardPage id="page-device-entry" title={title} isRefused={error !== undefined}>
      <CardTitle title={title}>
        <p>{t('pages.device-entry.instruction')}</p>
      </CardTitle>
      <form method="post" action="/device" className="ui-form">
        {offered && <input type="hidden" name="offered" value={offered} />}
        <Field
          id="user_code"
          name="user_code"
          label={t('pages.device-entry.code')}
          error={error && textOf(t, error.key, error.parameters)}
          {...startingAt(true)}
          type="text"
          defaultValue={code}
          required
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          className="ui-code-input uppercase"
        />
        <button id="device-submit" type="submit" className="btn btn-lg btn-primary btn-block">
          {t('pages.device-entry.submit')}
        </button>
      </form>
    </CardPage>
  )
}
