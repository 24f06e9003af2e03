import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

const command = 'npm run authserver -- reset-admin-password'

/** Says where the first administrator finds the password, and how to replace a lost one. Never shows the password. */
export async function FirstPasswordNotice({ source }: { readonly source: 'generated' | 'given' }) {
  const t = await pageTexts()
  const code = (text: string) => (
    <code dir="ltr" className="[overflow-wrap:anywhere]">
      {text}
    </code>
  )
  return (
    <Notice kind="info" id="first-password" className="mb-5">
      <p className="font-semibold">{t('card.first_password.title')}</p>
      <p>
        {t.rich(`card.first_password.${source}`, {
          variable: () => code('ADMIN_PASSWORD'),
        })}
      </p>
      <p className="mt-1">
        {t.rich('card.first_password.lost', {
          command: () => <span className="block">{code(command)}</span>,
        })}
      </p>
    </Notice>
  )
}
