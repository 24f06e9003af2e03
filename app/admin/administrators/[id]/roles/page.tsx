import { Notice } from '#app/_ui/feedback/notice.tsx'
import { SelectionForm } from '#app/_ui/form/selection-form.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { roleOf, roles } from '#app/admin/administrators/_parts/roles.ts'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

interface RolesPageProps {
  readonly params: Promise<{ readonly id: string }>
}

const list = '/admin/administrators'

/** Chooses the roles of a person. Roles from groups are named, and stay. */
export default async function RolesPage(props: RolesPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  await requireChange('owner')
  const id = idInAddress((await props.params).id)
  const params = { id }
  const [{ user }, access, methods] = await Promise.all([
    api.getUser({ params }),
    api.getEffectiveAccess({ params, query: {} }),
    api.getUserSignInMethods({ params }),
  ])
  const hasSecond = methods.otpEnabled || methods.askAfterPassword
  const administrative = access.permissions.filter((one) => one.administrative)
  const held = new Set(
    administrative
      .filter(({ sources }) => sources.some(({ kind }) => kind === 'direct'))
      .map((one) => one.permissionIdentifier),
  )
  const fromGroups = administrative.filter(({ sources }) =>
    sources.some(({ kind }) => kind === 'group'),
  )
  const name = fullName(user) || shownEmail(user.email)
  return (
    <>
      <PageHeader
        title={[t('access.administrators.roles'), shownEmail(user.email)]}
        heading={name}
        picture={<Avatar person={user} size="lg" />}
        intro={<EmailAddress email={user.email} />}
        back={{ href: list, label: t('access.administrators.title') }}
      />
      {fromGroups.length > 0 && (
        <Notice kind="info" className="mb-5">
          {t('access.administrators.from_groups', {
            roles: fromGroups
              .map((one) => t(`access.roles.${roleOf(one.permissionIdentifier)}.name`))
              .join(', '),
          })}
        </Notice>
      )}
      {methods.hasPassword && !hasSecond && (
        <Notice kind="warning" className="mb-5">
          {t('access.administrators.no_second_factor', { name })}
        </Notice>
      )}
      <ClientTexts>
        <SelectionForm
          action={`${list}/${id}/roles/submit`}
          label={t(held.size > 0 ? 'console.save' : 'access.administrators.add')}
          cancel={list}
          className="grid max-w-xl gap-5"
        >
          <fieldset key={[...held].join(' ')} className="grid gap-2.5">
            <legend className="ui-label mb-2">{t('access.administrators.roles')}</legend>
            {[...held].map((permission) => (
              <input key={permission} type="hidden" name="held" value={permission} />
            ))}
            {roles.map((role) => (
              <label key={role.name} className="ui-choice">
                <input
                  type="checkbox"
                  name="roles"
                  value={role.permission}
                  defaultChecked={held.has(role.permission)}
                  className="checkbox"
                />
                <span className="min-w-0">
                  <span className="block font-medium">{t(`access.roles.${role.name}.name`)}</span>
                  <span className="ui-hint">{t(`access.roles.${role.name}.does`)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </SelectionForm>
      </ClientTexts>
    </>
  )
}
