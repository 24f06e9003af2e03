'use client'

import { CircleAlert } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type ReadPicture, readPicture } from './picture-canvas.ts'
import type { PictureLimit } from './picture-limit.ts'

/** Loaded once a picture is chosen. */
const PictureCrop = lazy(async () => ({
  default: (await import('./picture-crop.tsx')).PictureCrop,
}))

/** In bytes: larger than any camera's file, which would only slow the browser down. */
const maxReadBytes = 40 * 1024 * 1024

interface PictureFormProps {
  /** Stores the file field `picture`. */
  readonly action: string
  readonly label: string
  readonly limit: PictureLimit
  /** Width divided by height of the section to keep; absent: any. */
  readonly aspect?: number
}

/**
 * Uploads a picture. With scripts, the visitor crops it and the browser reduces its size. Without scripts, the file is
 * sent unchanged and the server validates it.
 */
export function PictureForm({ action, label, limit, aspect }: PictureFormProps) {
  const t = useTexts()
  const { state, props, busy, ...rest } = useUpload(action, limit)
  const { input, problem, picture, choose, upload, close } = rest
  return (
    <form {...props} encType="multipart/form-data" className="flex max-w-xl flex-col gap-4">
      <FileField input={input} label={label} limit={limit} error={problem} onChange={choose} />
      {state.kind === 'session-ended' && <SessionEnded />}
      <noscript>
        {state.kind === 'done' && (
          <p role="status" className="mb-4 text-sm">
            {state.message}
          </p>
        )}
        <button type="submit" className="btn btn-primary min-h-10 self-start px-5 text-sm">
          {t('console.picture.upload')}
        </button>
      </noscript>
      {picture && (
        <Suspense>
          <PictureCrop
            picture={picture}
            aspect={aspect}
            maxBytes={limit.bytes}
            busy={busy}
            onChosen={upload}
            onClose={close}
          />
        </Suspense>
      )}
    </form>
  )
}

/** The state of an upload, from the chosen file to the server's answer. */
function useUpload(action: string, limit: PictureLimit) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ReadPicture | null>(null)
  const { state, props, run, busy } = useSubmit(action)
  const [problem, setProblem] = useState(state.kind === 'refused' ? state.message : null)
  const close = useCallback(() => {
    setPicture(null)
    if (input.current) input.current.value = ''
  }, [])

  useEffect(() => {
    if (state.kind === 'new') return
    setProblem(state.kind === 'refused' ? state.message : null)
    close()
  }, [state, close])

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    setProblem(null)
    if (!file) return
    const read = file.size <= maxReadBytes ? await readPicture(file) : null
    setPicture(read)
    if (read) return
    setProblem(t('console.picture.unreadable'))
    event.target.value = ''
  }
  const upload = (file: File) => {
    if (file.size > limit.bytes) {
      setPicture(null)
      setProblem(t('console.picture.too_large', { max: limit.mebibytes }))
      return
    }
    const form = new FormData()
    form.set('picture', file)
    run(form)
  }
  return { state, props, busy, input, problem, picture, choose, upload, close }
}

interface FileFieldProps {
  readonly input: React.RefObject<HTMLInputElement | null>
  readonly label: string
  readonly limit: PictureLimit
  readonly error: string | null
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => Promise<void>
}

function FileField({ input, label, limit, error, onChange }: FileFieldProps) {
  const t = useTexts()
  return (
    <div>
      <label htmlFor="picture" className="ui-label mb-1.5">
        {label}
      </label>
      <input
        ref={input}
        id="picture"
        type="file"
        name="picture"
        required
        accept="image/jpeg,image/png,image/gif,image/webp"
        className={`file-input ${error ? 'file-input-error' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'picture-error picture-hint' : 'picture-hint'}
        onChange={(event) => void onChange(event)}
      />
      {error && (
        <p id="picture-error" role="alert" className="mt-1.5 flex gap-1.5 font-medium text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
        </p>
      )}
      <p id="picture-hint" className="mt-1.5 text-pretty text-muted text-xs">
        {t('console.picture.hint')}
        <noscript> {t('console.picture.hint_plain', { max: limit.mebibytes })}</noscript>
      </p>
    </div>
  )
}
