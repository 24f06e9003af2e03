import { Children, type ReactNode } from 'react'

interface PanelProps {
  readonly title?: string
  readonly intro?: ReactNode
  readonly id?: string
  /** At the end of the title's line. */
  readonly actions?: ReactNode
  /** The content, such as a table or rows, reaches the edges. */
  readonly flush?: boolean
  /** Holds acts that cannot be undone. */
  readonly isDanger?: boolean
  /** Below the content: addresses and notes. */
  readonly foot?: ReactNode
  readonly children?: ReactNode
}

/** A framed part of a page, with a title. */
export function Panel(props: PanelProps) {
  const { title, intro, id, actions, flush = false, isDanger = false, foot, children } = props
  const headingId = title && id ? `${id}-title` : undefined
  const hasBody = Children.toArray(children).length > 0
  const bodyless = hasBody || foot ? '' : 'pb-5'
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={`ui-panel mb-5 ${isDanger ? 'ui-panel-danger' : ''}`}
    >
      {title && (
        <div className={`ui-panel-head ${bodyless}`}>
          <h2 id={headingId} className="min-w-0 [overflow-wrap:anywhere]">
            {title}
          </h2>
          {actions && <div className="ui-actions">{actions}</div>}
          {intro && (
            <div className="basis-full">
              <div className="ui-hint max-w-3xl">{intro}</div>
            </div>
          )}
        </div>
      )}
      {hasBody && <div className={flush ? flushBody(title) : 'ui-panel-body'}>{children}</div>}
      {foot && <div className="ui-panel-foot">{foot}</div>}
    </section>
  )
}

/** A table that is too wide scrolls by itself; its corners follow those of the panel. */
function flushBody(title: string | undefined): string {
  const below = title ? 'mt-3.5 border-line border-t rounded-b-box' : 'rounded-box'
  return `overflow-x-auto ${below}`
}
