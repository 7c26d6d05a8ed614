import { expect, test } from 'vitest'
import { saysOne } from './mentions.ts'

test.each([
  ['ana@post.example', true],
  ['{"to":"ANA@post.example"}', true],
  ['Write to ana@post.example.', true],
  ['susana@post.example', false],
  ['ana@post.example.org', false],
  ['s.ana@post.example', false],
  ['ana@post.examples', false],
])('%s says ana@post.example: %s', (text, isSaid) => {
  expect(saysOne(text, ['ana@post.example'])).toBe(isSaid)
})

test.each([
  ['called 9812345670 twice', true],
  ['19812345670', false],
  ['98123456701', false],
])('%s says 9812345670: %s', (text, isSaid) => {
  expect(saysOne(text, ['9812345670'])).toBe(isSaid)
})
