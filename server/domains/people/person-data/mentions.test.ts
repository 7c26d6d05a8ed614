import { expect, test } from 'vitest'
import { saysOne, without } from './mentions.ts'

test.each([
  ['ana@post.example', true],
  ['{"to":"ANA@post.example"}', true],
  ['Write to ana@post.example.', true],
  ['susana@post.example', false],
  ['ana@post.example.org', false],
  ['s.ana@post.example', false],
  ['ana@post.examples', false],
])('the text %s mentions ana@post.example: %s', (text, isSaid) => {
  expect(saysOne(text, ['ana@post.example'])).toBe(isSaid)
})

test.each([
  ['called 9812345670 twice', true],
  ['+91 98123 45670', true],
  ['(098123) 456-70.', true],
  ['UPI/919812345670@bank', true],
  ['19812345670', false],
  ['98123456701', false],
  ['9812345671', false],
])('the text %s mentions 9812345670: %s', (text, isSaid) => {
  expect(saysOne(text, ['9812345670'])).toBe(isSaid)
})

test.each([
  ['Like the one for ana b.', 'Like the one for Erased.'],
  ['Ana Bell and Ana B', 'Ana Bell and Erased'],
  ['{"a":"Ana B","b":[1,"x 98123-45670"]}', '{"a":"Erased","b":[1,"x Erased"]}'],
  ['{not Ana B}', '{not Erased}'],
])('erasing the name Ana B from the text %s gives %s', (text, left) => {
  expect(without(text, ['Ana B', '9812345670'], 'Erased')).toBe(left)
})
