import { Section } from '#app/_ui/layout/section.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { TryPassword } from './try-password.tsx'

/** Tries the password policy with any password, and the saved check of breached passwords with a well-known one. */
export async function TrySection({ checksBreaches }: { readonly checksBreaches: boolean }) {
  const t = await pageTexts()
  const name = `${t('methods.settings.try')}: ${t('methods.settings.breached')}`
  return (
    <div>
      <Section id="try" title={t('methods.settings.try')}>
        <ClientTexts areas={['settings', 'methods']}>
          <TryPassword action="/admin/settings/sign-in/submit/try-password" />
        </ClientTexts>
        {checksBreaches && (
          <div className="grid justify-items-start gap-2">
            <p className="font-medium text-sm">{t('methods.settings.breached')}</p>
            <p className="ui-hint">{t('methods.settings.try_hint')}</p>
            <ClientTexts>
              <RowAction
                id="try-breached-check"
                action="/admin/settings/sign-in/submit/try"
                label={t('methods.settings.try')}
                name={name}
              />
            </ClientTexts>
          </div>
        )}
      </Section>
    </div>
  )
}
