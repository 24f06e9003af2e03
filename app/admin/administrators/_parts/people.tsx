import { ShieldCheck, ShieldOff } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { Table } from '#app/_ui/list/table.tsx'
import { UserCell } from '#app/_ui/list/user-cell.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import { UserBadges } from '#app/admin/users/_parts/user-badges.tsx'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { RoleBadges, SourceBadges } from './role-badges.tsx'

type Person = Awaited<ReturnType<Api['listAdministrators']>>['users'][number]

interface AdministratorPeopleProps {
  readonly users: readonly Person[]
  /** The visitor may change roles. */
  readonly mayChange: boolean
}

/** People with administrative permissions: roles, where they come from, second factor, last sign-in. */
export async function AdministratorPeople({ users, mayChange }: AdministratorPeopleProps) {
  const t = await pageTexts()
  if (users.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title={t('access.administrators.none')}
        text={t('access.administrators.none_hint')}
      />
    )
  }
  return (
    <Table id="administrators" isStackable isFit>
      <thead>
        <tr>
          <th scope="col">{t('access.administrators.name')}</th>
          <th scope="col">{t('access.administrators.roles')}</th>
          <th scope="col" className="@max-[52rem]:hidden">
            {t('access.source')}
          </th>
          <th scope="col">{t('access.administrators.two_step')}</th>
          <th scope="col" className="@max-[60rem]:hidden">
            {t('access.administrators.last_sign_in')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('console.manage')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <PersonRow key={user.id} user={user} mayChange={mayChange} />
        ))}
      </tbody>
    </Table>
  )
}

async function PersonRow({
  user,
  mayChange,
}: {
  readonly user: Person
  readonly mayChange: boolean
}) {
  const t = await pageTexts()
  const name = fullName(user) || shownEmail(user.email)
  return (
    <tr className="relative">
      <UserCell user={user} href={`/admin/users/${user.id}/details`} />
      <td className="keep">
        <span className="flex flex-wrap gap-1">
          <RoleBadges permissions={user.roles.map((role) => role.permissionIdentifier)} />
          <UserBadges user={user} />
        </span>
      </td>
      <td className="@max-[52rem]:hidden">
        <SourceBadges sources={user.roles} />
      </td>
      <td className="fit">
        <TwoStep isOn={user.otpEnabled} />
      </td>
      <td className="time @max-[60rem]:hidden">
        <Timestamp value={user.lastSignInAt} />
      </td>
      <td className="fit keep end">
        {mayChange && (
          <Link
            href={`/admin/administrators/${user.id}/roles`}
            prefetch={false}
            className="btn btn-sm relative"
            aria-label={t('access.administrators.change_named', { name })}
          >
            {t('access.administrators.change')}
          </Link>
        )}
      </td>
    </tr>
  )
}

async function TwoStep({ isOn }: { readonly isOn: boolean }) {
  const t = await pageTexts()
  const Icon = isOn ? ShieldCheck : ShieldOff
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${isOn ? '' : 'font-medium text-[var(--danger-text)]'}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      {t(isOn ? 'users.on' : 'users.off')}
    </span>
  )
}
