import { ImageOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { PictureForm } from './picture-form.tsx'
import { pictureLimit } from './picture-limit.ts'

interface PictureEditorProps {
  /** Address of the stored picture; null if there is none. */
  readonly url: string | null
  /** Alternative text of the picture. */
  readonly alt: string
  /** Shown when there is no picture. */
  readonly none: string
  /** Label of the file field. */
  readonly label: string
  /** Width divided by height of the section to keep; absent: any. */
  readonly aspect?: number
  /** Stores the file field `picture`; absent: read-only. */
  readonly upload?: string
  /** Absent: the visitor may not remove the picture. */
  readonly remove?: string
  /** The consequences of the removal. */
  readonly removeBody: ReactNode
}

/** The stored picture, with the controls to replace and remove it. Must be inside `ClientTexts`. */
export async function PictureEditor(props: PictureEditorProps) {
  const { url, alt, none, label, aspect, upload, remove, removeBody } = props
  const t = await pageTexts()
  return (
    <div className="flex flex-col gap-6 sm:flex-row sm:gap-8">
      <div className="flex shrink-0 flex-col items-start gap-3">
        {url ? (
          <img
            src={freshAddress(url)}
            alt={alt}
            className="size-40 rounded-box border border-line bg-canvas object-contain"
          />
        ) : (
          <div className="grid size-40 place-content-center justify-items-center gap-2 rounded-box border border-line border-dashed bg-canvas p-3 text-center text-muted text-sm">
            <ImageOff className="size-7" strokeWidth={1.5} aria-hidden="true" />
            {none}
          </div>
        )}
        {url && remove && (
          <Confirm
            id="delete-picture"
            action={remove}
            trigger={
              <>
                <Trash2 aria-hidden="true" />
                {t('console.delete')}
              </>
            }
            title={t('console.picture.delete_title')}
            body={removeBody}
            confirm={t('console.delete')}
          />
        )}
      </div>
      {upload && (
        <div className="min-w-0 grow">
          <PictureForm
            action={upload}
            label={label}
            limit={await pictureLimit()}
            {...(aspect && { aspect })}
          />
        </div>
      )}
    </div>
  )
}

/**
 * Uses the path, because the page may only load images of its own origin. The query differs on every render, so the
 * browser does not show a cached picture.
 */
function freshAddress(url: string): string {
  return `${new URL(url).pathname}?shown=${performance.now()}`
}
