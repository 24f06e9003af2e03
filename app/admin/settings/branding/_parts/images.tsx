import { Trash2 } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { maxBrandingImageBytes } from '#lib/domain/branding/image-limit.ts'
import { type ImageName, imageNames, tooLarge } from '../image-names.ts'
import type { Branding } from '../values.ts'
import { ImageUpload } from './image-upload.tsx'

const keys = { 'logo-light': 'logo_light', 'logo-dark': 'logo_dark', icon: 'icon' } as const

interface ImagesProps {
  readonly settings: Branding
  readonly mayEdit: boolean
}

/** The company's logos and icon, each on the ground that it is for. */
export async function Images({ settings, mayEdit }: ImagesProps) {
  const t = await pageTexts()
  return (
    <Panel id="logo" title={t('settings.branding.logo')} flush>
      <ul>
        {imageNames.map((name) => (
          <Row
            key={name}
            name={name}
            url={urlOf(settings, name)}
            isFaint={isFaint(settings, name)}
            mayEdit={mayEdit}
          />
        ))}
      </ul>
    </Panel>
  )
}

function urlOf({ logoLightUrl, logoDarkUrl, iconUrl }: Branding, name: ImageName): string {
  return { 'logo-light': logoLightUrl, 'logo-dark': logoDarkUrl, icon: iconUrl }[name]
}

function isFaint({ warnings }: Branding, name: ImageName): boolean {
  if (name === 'icon') return false
  return warnings.includes(name === 'logo-light' ? 'low_contrast_light' : 'low_contrast_dark')
}

interface RowProps {
  readonly name: ImageName
  /** '' for none. */
  readonly url: string
  /** Warns that the logo has too little contrast to the ground that it is made for. */
  readonly isFaint: boolean
  readonly mayEdit: boolean
}

async function Row({ name, url, isFaint, mayEdit }: RowProps) {
  const t = await pageTexts()
  const label = t(`settings.branding.${keys[name]}`)
  return (
    <li className="flex flex-wrap items-center gap-4 border-line px-5 py-4 not-last:border-b">
      <Preview name={name} url={url} isFaint={isFaint} />
      <div className="min-w-48 grow basis-0">
        <p className="font-medium">{label}</p>
        <p className="ui-hint">{t(`settings.branding.${keys[name]}_hint`)}</p>
        {isFaint && (
          <p id={`${name}-faint`} className="ui-hint text-warning-text">
            {t(`settings.branding.${name === 'logo-dark' ? 'faint_dark' : 'faint_light'}`)}
          </p>
        )}
      </div>
      {mayEdit && (
        <ImageUpload
          id={name}
          action={`/admin/settings/branding/submit/upload/${name}`}
          image={label}
          isSet={url !== ''}
          limit={{ bytes: maxBrandingImageBytes, text: tooLarge(t) }}
        />
      )}
      {mayEdit && url !== '' && (
        <Confirm
          id={`delete-${name}`}
          action={`/admin/settings/branding/submit/remove/${name}`}
          trigger={<Trash2 aria-hidden="true" />}
          triggerClass="btn btn-sm btn-ghost btn-square"
          triggerLabel={t('settings.branding.delete_label', { image: label })}
          title={t('console.picture.delete_title')}
          body={t('settings.branding.delete_body')}
          confirm={t('console.delete')}
        />
      )}
    </li>
  )
}

/**
 * White or dark, whatever the page's theme: a logo is judged on the ground that it is made for, or on the tile that pages
 * show it on.
 */
async function Preview({ name, url, isFaint }: Omit<RowProps, 'mayEdit'>) {
  const t = await pageTexts()
  const isDark = (name === 'logo-dark') !== isFaint
  const ground = isDark ? 'bg-[#151519] text-[#ededf2]' : 'bg-white text-[#54545f]'
  return (
    <div
      className={`grid h-15 w-26 shrink-0 place-items-center rounded-field border border-line p-2 text-xs ${ground}`}
    >
      {url ? (
        // The path, because pages load images of their own origin only.
        <img
          src={url.slice(new URL(url).origin.length)}
          alt=""
          className="max-h-full max-w-full object-contain"
        />
      ) : (
        t('settings.branding.none')
      )}
    </div>
  )
}
