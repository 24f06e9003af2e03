'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { SubmitButton } from './submit-button.tsx'

const classOf = { primary: 'btn-primary', danger: 'btn-error', plain: '' } as const

export type FormTone = keyof typeof classOf

interface FormSubmitProps {
  readonly id: string
  readonly label: string
  readonly busy: boolean
  readonly tone: FormTone
  readonly size?: 'sm' | 'md'
  readonly className?: string
}

/** The button that sends a form of the console. */
export function FormSubmit({ tone, size = 'md', className = '', ...button }: FormSubmitProps) {
  const t = useTexts()
  return (
    <SubmitButton
      {...button}
      busyLabel={t('console.busy')}
      size={size}
      className={`${className} ${classOf[tone]}`}
    />
  )
}
