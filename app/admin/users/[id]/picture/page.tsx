import { Panel } from '#app/_ui/layout/panel.tsx'
import { PictureEditor } from '#app/_ui/picture/picture-editor.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

export default async function UserPicturePage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { id, email } = data.user
  const { pictureUrl = null } = await data.api.getUserProfilePicture({ params: { id } })
  const actions = {
    upload: `/admin/users/${id}/picture/submit`,
    remove: `/admin/users/${id}/picture/submit/remove`,
  }
  return (
    <UserShell data={data} section="picture">
      <Panel title={t('users.picture.title')} intro={t('users.picture.intro')} id="picture-card">
        <PictureEditor
          url={pictureUrl}
          alt={t('users.picture.alt', { email })}
          none={t('users.picture.none')}
          label={t('users.picture.label')}
          removeBody={t('users.picture.remove_body')}
          {...(data.mayEdit && actions)}
        />
      </Panel>
    </UserShell>
  )
}
