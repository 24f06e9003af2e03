import { describe, expect, test } from 'vitest'
import { accentOn, contrast } from '#lib/domain/branding/accent.ts'
import { groundOf, neutralGrounds } from '#lib/domain/branding/theme-ground.ts'
import { themes } from '#lib/domain/branding/themes.ts'

const twenty = [
  ...['#3350d0', '#0f6b5c', '#8b5cf6', '#ffd400', '#d4002a', '#111111', '#00b4d8', '#ff6b00'],
  ...['#000000', '#ffffff', '#808080', '#777777', '#ff0000', '#00ff00', '#0000ff', '#ffff00'],
  ...['#fef9e7', '#4a3728', '#7c9efe', '#c0c0c0'],
]

describe('on the neutral theme a color becomes', () => {
  type Row = [fill: string, onFill: 'white' | 'dark', link: string, edge: string]
  const table: [given: string, light: Row, dark: Row][] = [
    [
      '#3350d0',
      ['#3350d0', 'white', '#3350d0', '#3350d0'],
      ['#4163e4', 'white', '#7c9efe', '#4163e4'],
    ],
    [
      '#0f6b5c',
      ['#0f6b5c', 'white', '#0f6b5c', '#0f6b5c'],
      ['#2f8172', 'white', '#60af9f', '#2f8172'],
    ],
    [
      '#8b5cf6',
      ['#8757f1', 'white', '#7d4be5', '#8757f1'],
      ['#8757f1', 'white', '#a991fa', '#8757f1'],
    ],
    [
      '#ffd400',
      ['#ffd400', 'dark', '#806a10', '#af9112'],
      ['#d0ae1c', 'dark', '#d0ae1c', '#d0ae1c'],
    ],
    [
      '#d4002a',
      ['#d4002a', 'white', '#d4002a', '#d4002a'],
      ['#d4012a', 'white', '#fd7975', '#d4012a'],
    ],
    [
      '#111111',
      ['#111111', 'white', '#111111', '#111111'],
      ['#ededf2', 'dark', '#ededf2', '#ededf2'],
    ],
    [
      '#00b4d8',
      ['#00b4d8', 'dark', '#047790', '#1ba1c0'],
      ['#00b4d8', 'dark', '#00b4d8', '#00b4d8'],
    ],
    [
      '#ff6b00',
      ['#ff6b00', 'dark', '#b74a00', '#f56b17'],
      ['#ff6b00', 'dark', '#fe7c39', '#ff6b00'],
    ],
  ]

  test.each(table)('%s: its own or the next readable one', (given, light, dark) => {
    const shown = (ground: keyof typeof neutralGrounds) => {
      const { fill, onFill, link, edge } = accentOn(given, neutralGrounds[ground])
      return [fill, onFill === '#ffffff' ? 'white' : 'dark', link, edge]
    }
    expect(shown('light')).toEqual(light)
    expect(shown('dark')).toEqual(dark)
  })

  test('the values of the neutral theme, for its own color', () => {
    expect(accentOn('#3350d0', neutralGrounds.light)).toMatchObject({
      hover: '#2941c1',
      soft: '#eff3ff',
    })
    expect(accentOn('#3350d0', neutralGrounds.dark)).toMatchObject({
      hover: '#3654d4',
      soft: '#1c253f',
    })
  })
})

describe('whatever the color, text on buttons and links reaches 4.5 : 1 and edges 3 : 1 in', () => {
  const grounds = [
    ['neutral, light', neutralGrounds.light] as const,
    ['neutral, dark', neutralGrounds.dark] as const,
    ...themes.map((theme) => [theme, groundOf(theme)] as const),
  ]

  test.each(grounds)('%s', (_, ground) => {
    for (const color of twenty) {
      const { fill, onFill, hover, link, edge, soft } = accentOn(color, ground)
      const least = [
        contrast(onFill, fill),
        contrast(onFill, hover),
        contrast(link, ground.surface),
        contrast(link, ground.sunken),
        contrast(link, soft),
        contrast(ground.ink, soft),
        contrast(edge, ground.surface) * 1.5,
      ]
      expect
        .soft(
          least.map((value) => Math.floor(value * 100) / 100),
          color,
        )
        .toEqual(least.map((value) => Math.max(Math.floor(value * 100) / 100, 4.5)))
    }
  })
})
