import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState as Empty } from '#app/_ui/list/empty-state.tsx'
import { Badge as TextBadge } from '#app/_ui/text/badge.tsx'

/** A section of a page. */
export const Card = Panel
export const EmptyState = Empty
export const Badge = TextBadge
