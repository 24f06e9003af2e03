import { expect, test } from 'vitest'
import { fullName } from '#lib/domain/users/full-name.ts'

const person = (givenName: string, middleName: string, familyName: string, locale = '') =>
  fullName({ givenName, middleName, familyName, locale })

test.each([
  [['Ada', 'King', 'Lovelace', 'en-GB'], 'Ada King Lovelace'],
  [['太郎', '', '山田', 'ja-JP'], '山田 太郎'],
  [['Taro', '', 'Yamada', 'ja'], 'Yamada Taro'],
  [['小龍', '', '李', 'zh-Hant-TW'], '李 小龍'],
  [['길동', '', '홍', 'ko-KR'], '홍 길동'],
  [['János', 'Péter', 'Kovács', 'hu'], 'Kovács János Péter'],
  [['An', 'Văn', 'Nguyễn', 'vi-VN'], 'Nguyễn Văn An'],
  [['太郎', '', '山田'], '山田 太郎'],
  [['길동', '', '홍'], '홍 길동'],
  [['太郎', '', '山田', 'en'], '太郎 山田'],
  [['テレサ', '', 'マリア'], 'テレサ マリア'],
  [['Ada', '', '', 'hu'], 'Ada'],
  [['', '', '王', 'zh'], '王'],
  [['', ' ', ''], ''],
] as const)('%j is called %j', (names, shown) => {
  const [given, middle, family, locale] = names
  expect(person(given, middle, family, locale)).toBe(shown)
})
