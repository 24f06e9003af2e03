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
        {passkeys.map((passkey) => (
          <PasskeyRow key={`passkey ${passkey.id}`} passkey={passkey} submit={mayEdit && submit} />
        ))}
        {identities.map((identity) => (
          <IdentityRow
            key={`identity ${identity.id}`}
            identity={identity}
            submit={mayEdit && submit}
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
          <BrowsersRow count={rememberedBrowsers} email={user.email} submit={mayEdit && submit} />
        )}
      </Rows>
    </Panel>
  )
}

interface RowProps {
  /** Path of the forms; false for a visitor who may only read. */
  readonly submit: string | false
}

interface PasskeyRowProps extends RowProps {
  readonly passkey: SignInMethods['passkeys'][number]
}

async function PasskeyRow({ passkey, submit }: PasskeyRowProps) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const t = await pageTexts()
  return (
    <Row
      id={`passkey-${id}`}
      icon={Fingerprint}
      title={<bdi>{name}</bdi>}
      hint={<Times createdAt={createdAt} lastUsedAt={lastUsedAt} />}
      action={
        submit && (
          <Removal
            id={`passkey-remove-${id}`}
            action={`${submit}/passkey/${id}`}
            name={name}
            body={t('users.ways.passkey_body')}
          />
        )
      }
    />
  )
}

interface IdentityRowProps extends RowProps {
  readonly identity: SignInMethods['identities'][number]
}

async function IdentityRow({ identity, submit }: IdentityRowProps) {
  const { id, providerName, email, createdAt, lastUsedAt } = identity
  const t = await pageTexts()
  return (
    <Row
      id={`identity-${id}`}
      icon={Link2}
      title={
        <>
          <bdi>{providerName}</bdi> <bdi className="text-muted">{email}</bdi>
        </>
      }
      hint={<Times createdAt={createdAt} lastUsedAt={lastUsedAt} />}
      action={
        submit && (
          <Removal
            id={`identity-remove-${id}`}
            action={`${submit}/identity/${id}`}
            name={providerName}
            body={t('users.ways.identity_body')}
          />
        )
      }
    />
  )
}

interface BrowsersRowProps extends RowProps {
  readonly count: number
  readonly email: string
}

async function BrowsersRow({ count, email, submit }: BrowsersRowProps) {
  const t = await pageTexts()
  return (
    <Row
      id="remembered"
      icon={MonitorSmartphone}
      title={t('methods.remember.title')}
      hint={t('users.ways.browsers', { count })}
      action={
        submit && (
          <Confirm
            id="forget-browsers"
            action={`${submit}/forget-browsers`}
            trigger={t('methods.remember.forget_all')}
            title={t('users.ways.forget_title', { email })}
            body={t('users.ways.forget_body')}
            confirm={t('methods.remember.forget_all')}
          />
        )
      }
    />
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
