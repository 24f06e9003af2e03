import { Boxes, KeyRound, Tags, UsersRound } from 'lucide-react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Consequences, Count } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  openUser,
  type UserPageData,
  type UserPageProps,
} from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import { DeleteForm } from './form.tsx'

/** Acts on a user that cannot be undone. */
export default async function DeleteUserPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, mayEdit, isOwn } = data
  const email = shownEmail(user.email)
  return (
    <UserShell data={data} section="delete">
      <Panel id="delete" isDanger flush>
        <Rows>
          <Row
            title={t('users.delete.title')}
            hint={t('users.delete.intro')}
            action={
              mayEdit && (
                <ClientTexts areas={['users']}>
                  <DeleteForm
                    action={`/admin/users/${user.id}/delete/submit`}
                    emails={[user.email, email]}
                    title={t('console.record.delete_title', { name: fullName(user) || email })}
                    body={<Summary data={data} />}
                  />
                </ClientTexts>
              )
            }
          />
        </Rows>
      </Panel>
      {isOwn && <Notice kind="warning">{t('users.delete.own')}</Notice>}
    </UserShell>
  )
}

/** All that is deleted too. */
async function Summary({ data: { user, isOwn } }: { readonly data: UserPageData }) {
  const t = await pageTexts()
  const { groups, permissions, attributes } = user
  const scopes = permissions.map(({ resource, permissionIdentifier }) =>
    [resource.resourceIdentifier, permissionIdentifier].join(':'),
  )
  const names = groups.map(({ groupIdentifier }) => groupIdentifier)
  return (
    <>
      <p>{t('console.record.delete_body')}</p>
      <Consequences
        id="summary"
        lines={[
          [KeyRound, <EmailAddress key="email" email={user.email} />],
          [UsersRound, <Listed key="groups" name={t('users.groups.title')} items={names} />],
          [Boxes, <Listed key="scopes" name={t('users.permissions.title')} items={scopes} />],
          [
            Tags,
            <Count
              key="attributes"
              name={t('users.attributes.title')}
              count={attributes.length || t('console.none')}
            />,
          ],
        ]}
      />
      {isOwn && <p className="font-medium text-ink">{t('users.delete.own')}</p>}
    </>
  )
}

async function Listed({
  name,
  items,
}: {
  readonly name: string
  readonly items: readonly string[]
}) {
  const t = await pageTexts()
  return <Count name={name} count={items.join(', ') || t('console.none')} />
}
