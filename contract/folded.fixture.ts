/** Each list has spellings that readers take for the same text. */
export const alike = [
  ['Rosé', 'rose', 'ROSE\u0301'],
  ['Florist’s choice', "florist's choice", 'florist‘s CHOICE', 'florist´s choice'],
  ['“Amma” box', '"amma" box'],
  // The signs ொ and ோ: first as one code point, then as two code points.
  ['கொத்து', 'க\u0bc6\u0bbeத்து'],
  ['தோரணம்', 'த\u0bc7\u0bbeரணம்'],
  // The sign ௌ: as one code point, as two code points, and as people often type it. The letter ஔ follows.
  ['கௌரி', 'க\u0bc6\u0bd7ரி', 'கெளரி'],
  ['ஔவை', '\u0b92\u0bd7வை', 'ஒளவை'],
  ['க்\u200cஷமா', 'க்ஷமா'],
  ['𝗕𝗿𝗶𝗱𝗮𝗹', 'bridal'],
  ['İzmir', 'izmir'],
]
