import Link from 'next/link'
import { PasswordRule } from '#app/_ui/form/password-rule.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import type { SearchParams } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { listAddress, userListStateOf } from '../_parts/user-list-state.ts'
import { NewUserForm } from './form.tsx'

interface NewUserPageProps {
  readonly searchParams: SearchParams
}

export default async function NewUserPage({ searchParams }: NewUserPageProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const listState = userListStateOf(await searchParams)
  await requireChange('users')
  const { smtpEnabled, passwordRule } = await pageSettings()
  return (
    <>
      <PageHeader
        title={t('users.new.title')}
        intro={t('users.new.intro')}
        back={{ href: listAddress(listState), label: t('users.title') }}
      />
      <Panel>
        <ClientTexts areas={['account', 'users']}>
          <NewUserForm
            action="/admin/users/new/submit"
            cancel={listAddress(listState)}
            smtpEnabled={smtpEnabled}
            rule={<PasswordRule rule={passwordRule} />}
            noMail={<NoMail mayFix={mayRead(visitor, 'settings')} />}
          />
        </ClientTexts>
      </Panel>
    </>
  )
}

async function NoMail({ mayFix }: { readonly mayFix: boolean }) {
  const t = await pageTexts()
  return (
    <>
      {t('users.new.no_mail')}{' '}
      {mayFix && (
        <Link href="/admin/settings/email" prefetch={false} className="text-link">
          {t('users.new.mail_settings')}
        </Link>
      )}
    </>
  )
}
