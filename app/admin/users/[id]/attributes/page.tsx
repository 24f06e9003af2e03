import { AttributesCard } from '#app/_ui/form/attributes-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

/** A user's attributes, which tokens can include. */
export default async function UserAttributesPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, listState, mayEdit } = data
  return (
    <UserShell data={data} section="attributes">
      <AttributesCard
        title={t('users.attributes.title')}
        intro={t('users.attributes.intro')}
        noneHint={t('users.attributes.none_hint')}
        attributes={user.attributes}
        mayEdit={mayEdit}
        address={`/admin/users/${user.id}/attributes`}
        suffix={listState.suffix}
      />
    </UserShell>
  )
}
