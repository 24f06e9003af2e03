import { pageTexts } from '../../../../_components/texts.ts'
import { Card } from '../../../../_console/card.tsx'
import { PictureEditor } from '../../../../_console/picture-editor.tsx'
import { UserFrame } from '../../_parts/user-frame.tsx'
import { openUser, type UserPageProps } from '../../_parts/user-scene.ts'
import { removeUserPicture, uploadUserPicture } from './actions.ts'

/** A user's picture (wire contract §7.3). */
export default async function UserPicturePage(props: UserPageProps) {
  const t = await pageTexts()
  const scene = await openUser(props)
  const { id, email } = scene.user
  const { pictureUrl = null } = await scene.api.getUserProfilePicture({ params: { id } })
  const actions = {
    upload: uploadUserPicture.bind(null, id),
    remove: removeUserPicture.bind(null, id),
  }
  return (
    <UserFrame scene={scene} section="picture">
      <Card title={t('users.picture.title')} intro={t('users.picture.intro')} id="picture-card">
        <PictureEditor
          url={pictureUrl}
          alt={t('users.picture.alt', { email })}
          none={t('users.picture.none')}
          label={t('users.picture.label')}
          removeBody={t('users.picture.remove_body')}
          {...(scene.mayEdit && actions)}
        />
      </Card>
    </UserFrame>
  )
}
