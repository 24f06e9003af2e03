import { Panel } from '#app/_ui/layout/panel.tsx'
import { PictureEditor } from '#app/_ui/picture/picture-editor.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { AccountHeader } from '../account-header.tsx'

/** Shows, replaces and removes the visitor's picture. */
export default async function PicturePage() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { hasPicture, pictureUrl } = await api.getOwnProfilePicture()
  return (
    <>
      <AccountHeader page="picture" intro={t('account.picture.intro')} />
      <Panel>
        <PictureEditor
          url={hasPicture ? (pictureUrl ?? null) : null}
          alt={t('account.picture.alt')}
          none={t('account.picture.none')}
          label={t('account.picture.label')}
          aspect={1}
          upload="/account/picture/submit"
          remove="/account/picture/submit/remove"
          removeBody={t('account.picture.delete_body')}
        />
      </Panel>
    </>
  )
}
