import { Fingerprint, KeyRound, Link2, MonitorSmartphone } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { UserPageData } from './user-page-data.ts'

export type SignInMethods = Awaited<ReturnType<Api['getUserSignInMethods']>>

interface OtherWaysProps {
  readonly data: UserPageData
  readonly methods: SignInMethods
}

/** The passkeys, recovery codes, connected accounts and remembered browsers of a user; nothing without any. */
export async function OtherWays({ data: { user, mayEdit }, methods }: OtherWaysProps) {
  const { passkeys, identities, recoveryCodesLeft: left, rememberedBrowsers } = methods
  if (passkeys.length + identities.length + left + rememberedBrowsers === 0) return null
  const t = await pageTexts()
  const submit = `/admin/users/${user.id}/authentication/submit`
  return (
    <Panel id="other-ways" title={t('users.ways.title')} intro={t('users.ways.intro')} flush>
      <Rows>
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <Row
            key={`passkey ${id}`}
            id={`passkey-${id}`}
            icon={Fingerprint}
            title={<bdi>{name}</bdi>}
            hint={<Times createdAt={createdAt} lastUsedAt={lastUsedAt} />}
            action={
              mayEdit && (
                <Removal
                  id={`passkey-remove-${id}`}
                  action={`${submit}/passkey/${id}`}
                  name={name}
                  body={t('users.ways.passkey_body')}
                />
              )
            }
          />
        ))}
        {identities.map(({ id, providerName, email, createdAt, lastUsedAt }) => (
          <Row
            key={`identity ${id}`}
            id={`identity-${id}`}
            icon={Link2}
            title={
              <>
                <bdi>{providerName}</bdi> <bdi className="text-muted">{email}</bdi>
              </>
            }
            hint={<Times createdAt={createdAt} lastUsedAt={lastUsedAt} />}
            action={
              mayEdit && (
                <Removal
                  id={`identity-remove-${id}`}
                  action={`${submit}/identity/${id}`}
                  name={providerName}
                  body={t('users.ways.identity_body')}
                />
              )
            }
          />
        ))}
        {left > 0 && (
          <Row
            id="recovery-codes"
            icon={KeyRound}
            title={t('methods.own.recovery')}
            hint={t('methods.own.left', { left })}
          />
        )}
        {rememberedBrowsers > 0 && (
          <Row
            id="remembered"
            icon={MonitorSmartphone}
            title={t('methods.remember.title')}
            hint={t('users.ways.browsers', { count: rememberedBrowsers })}
            action={
              mayEdit && (
                <Confirm
                  id="forget-browsers"
                  action={`${submit}/forget-browsers`}
                  trigger={t('methods.remember.forget_all')}
                  title={t('users.ways.forget_title', { email: user.email })}
                  body={t('users.ways.forget_body')}
                  confirm={t('methods.remember.forget_all')}
                />
              )
            }
          />
        )}
      </Rows>
    </Panel>
  )
}

interface TimesProps {
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

async function Times({ createdAt, lastUsedAt }: TimesProps) {
  const t = await pageTexts()
  return (
    <>
      {t.rich('methods.own.added', { time: () => <Timestamp value={createdAt} /> })}
      {' · '}
      {lastUsedAt
        ? t.rich('methods.own.used', { time: () => <Timestamp value={lastUsedAt} /> })
        : t('methods.own.never_used')}
    </>
  )
}

interface RemovalProps {
  readonly id: string
  readonly action: string
  readonly name: string
  readonly body: string
}

async function Removal({ id, action, name, body }: RemovalProps) {
  const t = await pageTexts()
  return (
    <Confirm
      id={id}
      action={action}
      trigger={t('methods.own.remove')}
      triggerLabel={t('console.remove_named', { name })}
      title={t('methods.own.remove_title', { name })}
      body={body}
      confirm={t('methods.own.remove')}
    />
  )
}
