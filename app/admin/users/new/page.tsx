import Link from 'next/link'
import { redirect } from 'next/navigation'
import { pageSettings } from '#lib/http/page.ts'
import { PasswordRule } from '../../../_components/password-rule.tsx'
import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { Card } from '../../../_console/card.tsx'
import { ClientTexts } from '../../../_console/client-texts.tsx'
import type { SearchParams } from '../../../_console/list-state.ts'
import { PageHeader } from '../../../_console/page-header.tsx'
import { mayRead, mayWrite } from '../../../_console/rights.ts'
import { listAddress, userListStateOf } from '../_parts/user-list-state.ts'
import { NewUserForm } from './form.tsx'

interface NewUserPageProps {
  readonly searchParams: SearchParams
}

export default async function NewUserPage({ searchParams }: NewUserPageProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const listState = userListStateOf(await searchParams)
  if (!mayWrite(visitor, 'users')) redirect(listAddress(listState))
  const { smtpEnabled, passwordRule } = await pageSettings()
  return (
    <>
      <PageHeader
        title={t('users.new.title')}
        intro={t('users.new.intro')}
        back={{ href: listAddress(listState), label: t('users.title') }}
      />
      <Card>
        <ClientTexts areas={['account', 'users']}>
          <NewUserForm
            action="/admin/users/new/submit"
            smtpEnabled={smtpEnabled}
            rule={<PasswordRule rule={passwordRule} />}
            noMail={<NoMail mayFix={mayRead(visitor, 'settings')} />}
          />
        </ClientTexts>
      </Card>
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
