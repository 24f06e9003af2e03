import type { z } from 'zod'
import type { dashboard } from '#lib/api/contract/models/dashboard.ts'

type Dashboard = z.output<typeof dashboard>

export type UserPart = Dashboard['users']
export type ClientPart = Dashboard['clients']
export type SettingsPart = Dashboard['settings']

type Settings = NonNullable<SettingsPart>

export type SignInDay = Settings['signInDays'][number]
export type KeyAge = Settings['keys'][number]
export type Warning = Settings['warnings'][number]
