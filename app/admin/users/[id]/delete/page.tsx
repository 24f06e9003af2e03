import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/list/facts.tsx'
import { Card } from '#app/_ui/shell/card.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { shownEmail } from '#lib/domain/email-form.ts'
import { fullName } from '#lib/domain/full-name.ts'
import { openUser, type UserPageData, type UserPageProps } from '../../_parts/user-page-data.ts'
import { UserShell } from '../../_parts/user-shell.tsx'
import { DeleteForm } from './form.tsx'

/** Deletes a user, below a summary of the user and of all that is deleted too. */
export default async function DeleteUserPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, mayEdit, isOwn } = data
  return (
    <UserShell data={data} section="delete">
      <Card title={t('users.delete.title')} intro={t('users.delete.intro')} id="delete">
        <Summary data={data} />
        {isOwn && (
          <Notice kind="warning" className="mt-6">
            {t('users.delete.own')}
          </Notice>
        )}
        {mayEdit && (
          <div className="mt-6 border-line border-t pt-6">
            <ClientTexts areas={['users']}>
              <DeleteForm
                action={`/admin/users/${user.id}/delete/submit`}
                emails={[user.email, shownEmail(user.email)]}
                shown={<EmailAddress email={user.email} className="font-medium" />}
              />
            </ClientTexts>
          </div>
        )}
      </Card>
    </UserShell>
  )
}

async function Summary({ data: { user } }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  const { groups, permissions, attributes } = user
  return (
    <Facts
      id="summary"
      facts={[
        [t('users.email'), <EmailAddress key="email" email={user.email} />],
        [t('users.details.full_name'), fullName(user) && <bdi key="name">{fullName(user)}</bdi>],
        [
          t('users.groups.title'),
          groups.map(({ groupIdentifier }) => groupIdentifier).join(', ') || t('console.none'),
        ],
        [
          t('users.permissions.title'),
          permissions
            .map(({ resource, permissionIdentifier }) =>
              [resource.resourceIdentifier, permissionIdentifier].join(':'),
            )
            .join(', ') || t('console.none'),
        ],
        [t('users.attributes.title'), attributes.length || t('console.none')],
      ]}
    />
  )
}
