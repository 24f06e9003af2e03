'use client'

import { useEffect, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { SubmitButton } from '#app/_ui/form/submit-button.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { cutPicture, fitsUnchanged, minSidePixels, type ReadPicture } from './picture-canvas.ts'

interface PictureCropProps {
  readonly picture: ReadPicture
  /** Width divided by height of the section to keep; absent: any. */
  readonly aspect?: number | undefined
  /** Size limit of the upload, in bytes. */
  readonly maxBytes: number
  readonly busy: boolean
  readonly onChosen: (file: File) => void
  readonly onClose: () => void
}

/** Crops a picture before the upload, by mouse, touch or arrow keys. */
export function PictureCrop(props: PictureCropProps) {
  const { picture, aspect, maxBytes, busy, onChosen, onClose } = props
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [area, setArea] = useState<PercentCrop>(() => maxArea(picture.bitmap, aspect))
  useEffect(() => dialog.current?.showModal(), [])
  const isLargeEnough = isStorable(picture.bitmap, area)
  const upload = async () => {
    if (busy || !isLargeEnough) return
    onChosen(await cutPicture(picture, area))
  }
  const uploadWhole = () => {
    if (!busy) onChosen(picture.file)
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="crop-title"
      onClose={onClose}
      className="ui-dialog m-auto max-h-[calc(100dvh-1.5rem)] w-[min(36rem,calc(100vw-1.5rem))]! overflow-y-auto text-ink backdrop:bg-[rgb(10_10_14/0.45)]"
    >
      <h2 id="crop-title">{t('console.picture.crop')}</h2>
      <p className="mt-1 mb-4 text-pretty text-muted text-sm">{t('console.picture.crop_hint')}</p>
      <Area picture={picture} aspect={aspect} area={area} change={setArea} />
      {!isLargeEnough && (
        <p role="alert" className="mt-3 text-sm">
          {t('console.picture.too_small', { min: minSidePixels })}
        </p>
      )}
      <Choices
        busy={busy}
        uploadPart={upload}
        uploadWhole={fitsUnchanged(picture, maxBytes) ? uploadWhole : null}
        cancel={() => dialog.current?.close()}
      />
    </dialog>
  )
}

interface AreaProps extends Pick<PictureCropProps, 'picture' | 'aspect'> {
  readonly area: PercentCrop
  readonly change: (area: PercentCrop) => void
}

/** Left to right in every language, because it shows a picture. */
function Area({ picture, aspect, area, change }: AreaProps) {
  const t = useTexts()
  return (
    <div className="grid place-items-center rounded-field bg-canvas p-2" dir="ltr">
      <ReactCrop
        crop={area}
        onChange={(_, percent) => change(percent)}
        aspect={aspect}
        keepSelection
        ruleOfThirds
        className="max-h-[50dvh]"
        ariaLabels={useLabels()}
      >
        <img src={picture.previewUrl} alt={t('console.picture.chosen')} />
      </ReactCrop>
    </div>
  )
}

interface ChoicesProps {
  readonly busy: boolean
  readonly uploadPart: () => Promise<void>
  /** Null if the file cannot be stored unchanged. */
  readonly uploadWhole: (() => void) | null
  readonly cancel: () => void
}

function Choices({ busy, uploadPart, uploadWhole, cancel }: ChoicesProps) {
  const t = useTexts()
  return (
    <div className="ui-actions mt-5">
      <SubmitButton
        id="crop-upload"
        type="button"
        label={t('console.picture.upload_part')}
        busyLabel={t('console.busy')}
        busy={busy}
        size="md"
        className="btn-primary"
        onClick={() => void uploadPart()}
      />
      {uploadWhole && (
        <button id="crop-unchanged" type="button" className="btn" onClick={uploadWhole}>
          {t('console.picture.upload_whole')}
        </button>
      )}
      <button type="button" className="btn btn-ghost" onClick={cancel}>
        {t('console.cancel')}
      </button>
    </div>
  )
}

/** The largest section with the wanted aspect, centred. */
function maxArea({ width, height }: ImageBitmap, aspect: number | undefined): PercentCrop {
  if (!aspect) return { unit: '%', x: 0, y: 0, width: 100, height: 100 }
  const isWide = width / height > aspect
  const side = isWide ? ({ unit: '%', height: 100 } as const) : ({ unit: '%', width: 100 } as const)
  return centerCrop(makeAspectCrop(side, aspect, width, height), width, height)
}

function isStorable(bitmap: ImageBitmap, area: PercentCrop): boolean {
  const shorter = Math.min(bitmap.width * area.width, bitmap.height * area.height) / 100
  return Math.round(shorter) >= minSidePixels
}

function useLabels() {
  const t = useTexts()
  return {
    cropArea: t('console.picture.area'),
    nwDragHandle: t('console.picture.handle_nw'),
    nDragHandle: t('console.picture.handle_n'),
    neDragHandle: t('console.picture.handle_ne'),
    eDragHandle: t('console.picture.handle_e'),
    seDragHandle: t('console.picture.handle_se'),
    sDragHandle: t('console.picture.handle_s'),
    swDragHandle: t('console.picture.handle_sw'),
    wDragHandle: t('console.picture.handle_w'),
  }
}
