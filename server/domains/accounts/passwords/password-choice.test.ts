import { expect, test } from 'vitest'
import { refusals } from '../../../../contract/refusals.ts'
import { reasonAgainst } from './password-choice.ts'

const person = { email: 'asha.pillai@post.example', firstname: 'Asha', lastname: 'Pillai' }
const sentenceAgainst = async (...inputs: Parameters<typeof reasonAgainst>) => {
  const reason = await reasonAgainst(...inputs)
  return reason && refusals[reason].sentence
}
const common = /^This password is easy to guess\./
const school = 'Choose a password that doesn’t contain the school’s name.'
const name = 'Choose a password that doesn’t contain your name.'
const address = 'Choose a password that doesn’t contain your e-mail address.'

test.each([
  ['password123', common],
  ['Password1234', common],
  ['qwertyuiop', common],
  ['1q2w3e4r5t6y', common],
  ['sunflower2024!', common],
  ['!!!ChEnNaI!!!', common],
  ['1234567890', common],
  ['9876543210', common],
  ['24-12-1987', common],
  ['aaaaaaaaaaaa', common],
  ['abcabcabcab', common],
  ['ｐａｓｓｗｏｒｄ１２３', common],
  ['malar flowers', school],
  ['M-a-l-a-r 2026', school],
  ['MALAR123456', school],
  ['asha loves roses', name],
  ['roses4Pillai', name],
  ['ashapillai26', name],
])('the password “%s” is refused', async (password, sentence) => {
  expect(await sentenceAgainst(password, person, 'Malar')).toMatch(sentence)
})

test.each([
  ['roses at seven', person, 'Malar'],
  ['the sun, a flower, 1987', person, 'Malar'],
  ['மல்லிகை பூ மாலை', person, 'Malar'],
  ['k7xwq-m2hnr-9dtpe', person, 'Malar'],
  // A name of three letters counts only as a whole word.
  ['human kindness', { ...person, firstname: 'Uma' }, 'Malar'],
  // A shorter or missing name does not count.
  ['roses at seven', { email: 'se@post.example', firstname: 'At', lastname: '' }, ''],
])('the password “%s” is accepted', async (password, who, schoolName) => {
  expect(await sentenceAgainst(password, who, schoolName)).toBeNull()
})

test('a password with the first part of the e-mail address in it is refused, with or without punctuation marks', async () => {
  const who = { email: 'blue.door7@post.example', firstname: 'Asha', lastname: '' }
  expect(await sentenceAgainst('my blue.door7 is open', who, 'Malar')).toBe(address)
  expect(await sentenceAgainst('my bluedoor7 is open', who, 'Malar')).toBe(address)
  expect(await sentenceAgainst('my blue door is open', who, 'Malar')).toBeNull()
  expect(await sentenceAgainst('it is uma again', { ...who, firstname: 'Uma' }, 'Malar')).toBe(name)
})

test('a password of 128 characters is checked quickly, whatever characters it has', async () => {
  await sentenceAgainst('to load the list', person, 'Malar')
  const before = process.cpuUsage()
  for (const one of ['a', '1', 'a1', '.', ' ', 'é', '-a']) {
    await sentenceAgainst(
      one.repeat(128).slice(0, 128),
      person,
      'A school with a rather long name of its own',
    )
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(50)
})
