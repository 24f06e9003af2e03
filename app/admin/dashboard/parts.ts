import type { z } from 'zod'
import type { dashboard } from '#lib/api/contract/models/dashboard.ts'
import type { signInFigures } from '#lib/api/contract/models/sign-in-figures.ts'

type Dashboard = z.output<typeof dashboard>

export type UserPart = Dashboard['users']
export type ClientPart = Dashboard['clients']
export type SettingsPart = Dashboard['settings']

type Settings = NonNullable<SettingsPart>

export type Figures = z.output<typeof signInFigures>
export type Hour = Figures['hours'][number]
export type KeyAge = Settings['keys'][number]
export type Warning = Settings['warnings'][number]
