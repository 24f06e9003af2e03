'use client'

import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { SecretBox } from '#app/admin/clients/_parts/secret-box.tsx'
import type { GuideStep } from '#lib/guides/guide.ts'
import { secretMark } from './secret-mark.ts'

interface GuideStepsProps {
  readonly id: string
  /** With the values of the client. */
  readonly steps: readonly GuideStep[]
  /** How many of the first steps the server has seen done. */
  readonly done: number
  /** Path of the route file that reads the secret; null if there is none, or if the visitor may not see it. */
  readonly reveal: string | null
  /** The last step: what remains to be done. */
  readonly last: { readonly title: string; readonly content: ReactNode }
}

/** The steps of a guide. The secret stands in them while it is shown. */
export function GuideSteps({ reveal, ...props }: GuideStepsProps) {
  if (!reveal) return <Steps {...props} box={null} secret={null} />
  return (
    <SecretBox reveal={reveal} frame={(box, secret) => <Steps {...props} {...{ box, secret }} />} />
  )
}

interface StepsProps extends Omit<GuideStepsProps, 'reveal'> {
  readonly box: ReactNode
  readonly secret: string | null
}

/** Steps from this one on are folded: what comes first is done first. Later only the next step to do is open. */
const firstFolded = 3

function Steps({ id, steps, done, box, secret, last }: StepsProps) {
  const withSecret = steps.findIndex(({ code }) =>
    code?.some((one) => one.code.includes(secretMark)),
  )
  return (
    <ol id={`steps-${id}`} className="ui-steps">
      {steps.map((step, index) => (
        <Step
          key={step.title}
          number={index + 1}
          title={step.title}
          isGuide
          isDone={index < done}
          isFolded={done > 0 ? index !== done : index >= firstFolded}
        >
          <StepBody step={step} secret={secret} />
          {index === withSecret && box && <div className="mt-2">{box}</div>}
        </Step>
      ))}
      <Step
        number={steps.length + 1}
        title={last.title}
        isFolded={done === 0 && steps.length >= firstFolded}
      >
        {last.content}
      </Step>
    </ol>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  /** The title is a text of the guide, in English. */
  readonly isGuide?: boolean
  readonly isDone?: boolean
  readonly isFolded: boolean
  readonly children: ReactNode
}

function Step({ number, title, isGuide = false, isDone = false, isFolded, children }: StepProps) {
  const t = useTexts()
  const heading = <h2 lang={isGuide ? 'en' : undefined}>{title}</h2>
  return (
    <li className={`ui-step ${isDone ? 'ui-step-done' : ''}`}>
      <span className="ui-step-no">
        {isDone ? <Check role="img" aria-label={t('clients.connect.step_done')} /> : number}
      </span>
      {isFolded ? (
        <details className="group min-w-0">
          <summary className="flex min-h-7 pointer-coarse:min-h-11 cursor-pointer list-none items-center gap-2">
            {heading}
            <ChevronRight
              className="ms-auto shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90"
              aria-hidden="true"
            />
          </summary>
          {children}
        </details>
      ) : (
        <div className="min-w-0">
          {heading}
          {children}
        </div>
      )}
    </li>
  )
}

function StepBody({ step, secret }: { readonly step: GuideStep; readonly secret: string | null }) {
  const t = useTexts()
  return (
    <div className="grid gap-3">
      {step.text && (
        <p lang="en" dir="auto" className="ui-hint max-w-3xl text-pretty [overflow-wrap:anywhere]">
          {step.text}
        </p>
      )}
      {step.code?.map(({ name, code }) => (
        <CodeBlock
          key={`${name} ${code.slice(0, 40)}`}
          name={
            <bdi lang="en" className="mono">
              {name}
            </bdi>
          }
          code={secret === null ? code : code.replaceAll(secretMark, secret)}
          copyLabel={t('clients.connect.copy_named', { name })}
        />
      ))}
    </div>
  )
}
