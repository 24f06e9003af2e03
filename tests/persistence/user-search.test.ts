import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { foldText } from '#lib/base/text/folding.ts'
import { caseVariants } from '#lib/persistence/search/case-folding.ts'
import { searchUsers } from '#lib/persistence/search/user-search.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aUser } from '#tests/support/people.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await openSeededDatabase()
})

const find = async (text: string, page = 1, size = 200) =>
  database.store.users.search({ text, page, size })
const idsOf = async (text: string) => (await find(text)).users.map(({ id }) => id)

/** All code points that Unicode pairs by case, grouped by their folded form. */
function lettersWithCases(): Map<string, string[]> {
  const only = (character: string, form: string) =>
    Array.from(form).length === 1 ? form : character
  const classes = new Map<string, string[]>()
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    const upper = only(character, character.toUpperCase())
    const lower = only(upper, upper.toLowerCase())
    if (lower === character && upper === character) continue
    classes.set(lower, [...new Set([...(classes.get(lower) ?? [lower]), character])])
  }
  return classes
}

describe('the cases of a letter', () => {
  test('are all that Unicode pairs with it, one character for one', () => {
    const classes = lettersWithCases()
    expect(classes.size).toBeGreaterThan(1_400)
    for (const letters of classes.values()) {
      for (const letter of letters) {
        expect(caseVariants(letter).toSorted(), letter).toEqual(letters.toSorted())
      }
    }
  })

  test('find each other', async () => {
    const classes = [...lettersWithCases().values()]
    const most = Math.max(...classes.map((letters) => letters.length))
    for (let from = 0; from < classes.length; from += 80) {
      const part = classes.slice(from, from + 80)
      // The n-th case variant of each letter, or the first where there is none.
      const text = (n: number) => part.map((letters) => letters[n] ?? letters[0]).join('')
      const ids: number[] = []
      for (let n = 0; n < most; n++) {
        ids.push((await aUser(database.store, { givenName: text(n), familyName: '' })).id)
      }
      for (let n = 0; n < most; n++) {
        expect((await idsOf(text(n))).toSorted(), text(n)).toEqual(ids.toSorted())
      }
    }
  })
})

interface Fields {
  readonly email: string
  readonly username: string
  readonly givenName: string
  readonly middleName: string
  readonly familyName: string
  readonly subject: string
}

/** True when each word is in one of the fields that the contract names as searched. */
function has(user: Fields, text: string): boolean {
  const { email, username, givenName, middleName, familyName, subject } = user
  const fields = [email, username, givenName, middleName, familyName, subject]
  return foldText(text)
    .split(/\s+/)
    .every((word) => fields.some((field) => foldText(field).includes(word)))
}

const characters = fc.constantFrom(
  ...[
    'a',
    'A',
    'á',
    'a\u0301',
    'ł',
    'ß',
    'b',
    'k',
    '\u212a',
    'ı',
    'I',
    'é',
    'É',
    'σ',
    'ς',
    'Σ',
    'Ж',
    'ж',
    '李',
    '𐐀',
    '𐐨',
  ],
  ...[' ', '.', '-', '_', '%', '*', '?', '[', ']', '^', '\\', "'", '"', '(', ')', '|', '&', ':'],
)
const word = fc.string({ unit: characters, maxLength: 6 })

describe('a search', () => {
  test('finds what the fields say, after any writes', async () => {
    const write = fc.oneof(
      fc.record({ kind: fc.constant('insert' as const), givenName: word, familyName: word }),
      fc.record({ kind: fc.constant('change' as const), user: fc.nat(), username: word }),
      fc.record({ kind: fc.constant('rename' as const), user: fc.nat(), middleName: word }),
      fc.record({ kind: fc.constant('remove' as const), user: fc.nat() }),
      fc.record({ kind: fc.constant('bare' as const), user: fc.nat(), familyName: word }),
    )
    const { store, client } = database
    const example = fc.tuple(
      fc.array(write, { minLength: 1, maxLength: 8 }),
      fc.array(fc.string({ unit: characters, minLength: 1, maxLength: 5 }), {
        minLength: 6,
        maxLength: 6,
      }),
    )
    await fc.assert(
      fc.asyncProperty(example, async ([writes, texts]) => {
        for (const { kind, ...columns } of writes) {
          const users = await client.user.findMany({ orderBy: { id: 'asc' }, skip: 1 })
          const { user: nth = 0, ...data } = columns as { user?: number } & Partial<Fields>
          const id = users[nth % Math.max(1, users.length)]?.id ?? -1
          if (kind === 'insert') await aUser(store, data)
          else if (kind === 'remove') await store.users.remove(id)
          else if (kind === 'bare') await client.user.updateMany({ where: { id }, data })
          else await store.users.change(id, data)
        }
        // As the cleaner does for users that other programs inserted.
        await store.adminTransaction((tx) => tx.userIndex.foldBatch(100))
        const users = await client.user.findMany()
        for (const text of texts) {
          const expected = users.filter((user) => has(user, text)).map(({ id }) => id)
          const { users: found, total } = await find(text)
          expect(found.map(({ id }) => id).toSorted(), text).toEqual(expected.toSorted())
          expect(total).toBe(expected.length)
        }
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    ['Åkerström'.normalize('NFD'), 'åkerström'],
    ['Åkerström', 'a\u030akerstro\u0308m'],
    ['Müllerstein', ' MULLERSTEIN\u200f '],
    ['Strauß', 'strauss'],
    ['STRAUSS', 'strauß'],
    ['Ilıca', 'ilica'],
    ['İpek', 'ipek'],
    ['Wałęsa', 'walesa'],
    ['Sørensen', 'sorensen'],
    ['Đặng Thị', 'thi dang'],
    ['O’Brien', "o'brien"],
    ['Smith‐Jones', 'smith-jones'],
    ['ＡＢＣ山田', 'abc山田'],
    ['محمّد', 'محمد'],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ'],
    ['Елёна', 'елена'],
    ['می\u200cخواهم', 'میخواهم'],
    ['각'.normalize('NFD'), '각'],
  ])('finds %j by %j', async (familyName, text) => {
    const { id } = await aUser(database.store, { givenName: 'Zoë', familyName })
    for (const query of [text, `zoe ${text}`, `${text}\u3000ZOË`, `example.org ${text} zo`]) {
      expect(await idsOf(query), query).toEqual([id])
    }
    expect(await idsOf(`${text} nobody`)).toEqual([])
  })

  test.each([
    ['か', 'が'],
    ['रीना', 'रुना'],
  ])('does not take %j for %j: their marks are no accents', async (familyName, text) => {
    await aUser(database.store, { familyName })
    expect(await idsOf(text)).toEqual([])
  })

  test.each(['ada@müller', 'ADA@MÜLLER.de', 'muller.de', 'ada@xn--mller-kva.de', 'mller-kva'])(
    'finds an address by its domain in any form: %s',
    async (text) => {
      const email = 'ada@xn--mller-kva.de'
      const { id } = await aUser(database.store, { email })
      expect(await idsOf(text)).toEqual([id])
    },
  )

  test.each(['%', '_', '*', '\\', '?', '[', '(', '-', "'", '"', '^', 'a_b', 'Graph (old)'])(
    'takes %s for itself',
    async (text) => {
      const name = `x${text}y`
      const { id } = await aUser(database.store, { familyName: name, middleName: name })
      await aUser(database.store, { email: 'other@plain.example', familyName: 'axb Graph' })
      expect(await idsOf(`x${text}`)).toEqual([id])
      expect(await idsOf(`${text}y`)).toEqual([id])
      expect(await idsOf(text)).toContain(id)
    },
  )

  test('finds users that something else wrote, first by case, and after the cleaner by all', async () => {
    const { client, store } = database
    const email = 'written@elsewhere.example'
    const { id } = await client.user.create({
      data: { subject: randomUuid(), email, givenName: 'Zoë', familyName: 'Åkerström' },
    })
    expect(await idsOf('åkerström ZOË')).toEqual([id])
    expect(await idsOf('åk zo')).toEqual([id])
    expect(await idsOf('akerstrom')).toEqual([])
    expect(await store.adminTransaction((tx) => tx.userIndex.foldBatch(100))).toBe(1)
    expect(await store.adminTransaction((tx) => tx.userIndex.foldBatch(100))).toBe(0)
    expect(await idsOf('akerstrom zoe')).toEqual([id])
    expect(await idsOf('åkerström zoë')).toEqual([id])
  })

  test('is undone with the transaction that wrote', async () => {
    const { store } = database
    const { id } = await aUser(store, { givenName: 'Before' })
    await expect(
      store.adminTransaction(async (tx) => {
        await tx.users.change(id, { givenName: 'Afterwards' })
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect(await idsOf('afterwards')).toEqual([])
    expect(await idsOf('before')).toEqual([id])
  })

  test('does not find across two fields', async () => {
    await aUser(database.store, { username: 'left', givenName: 'right' })
    expect(await idsOf('left\u001fright')).toEqual([])
    expect(await idsOf('leftright')).toEqual([])
  })

  test('takes long texts with many cases', async () => {
    const name = 'ΰῼΣςἈ'.repeat(8)
    const { id } = await aUser(database.store, { givenName: name })
    expect(await idsOf(name)).toEqual([id])
    expect(await idsOf(`${name}ς`)).toEqual([])
    expect(await idsOf('ι'.repeat(300))).toEqual([])
  })
})

describe('what many users have', () => {
  test.each([
    ['three letters and more', 'Thr', 700],
    ['letters beyond ASCII', 'ЖУК', 700],
    ['two letters', 'tH', 700],
    ['a letter that few others have', 'q7', 20],
  ])('%s: pages in the order of given name and id, all of them counted', async (_, text, count) => {
    const { client } = database
    const names = ['Cid', 'Ada', 'Bob']
    await client.user.createMany({
      data: Array.from({ length: 700 }, (_, i) => ({
        subject: randomUuid(),
        email: `${i}@many.example`,
        givenName: names[i % 3] ?? '',
        middleName: 'threeЖук',
        familyName: i < 20 ? 'Q7' : 'Rest',
      })),
    })
    const everybody = await client.user.findMany({
      where: { email: { endsWith: 'many.example' }, ...(count < 700 && { familyName: 'Q7' }) },
      orderBy: [{ givenName: 'asc' }, { id: 'asc' }],
    })
    for (const page of [1, 2, 4, 8]) {
      const { users, total } = await find(text, page, 100)
      expect(users.map(({ id }) => id)).toEqual(
        everybody.slice((page - 1) * 100, page * 100).map(({ id }) => id),
      )
      expect(total).toBe(count)
      const search = { text, page, size: 100 }
      const measures = { maxByIndex: 15, pieceSize: 60 }
      const unindexed = await searchUsers(
        database.database.queries,
        database.provider,
        search,
        measures,
      )
      expect(unindexed, 'more than the index is asked for').toEqual({ users, total })
    }
  })
})
