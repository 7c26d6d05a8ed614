/** Texts that readers take for the same. */
export const alike = [
  ['Rosé', 'rose', 'ROSE\u0301'],
  ['Florist’s choice', "florist's choice", 'florist‘s CHOICE', 'florist´s choice'],
  ['“Amma” box', '"amma" box'],
  // ொ and ோ, each as one code point and as two.
  ['கொத்து', 'க\u0bc6\u0bbeத்து'],
  ['தோரணம்', 'த\u0bc7\u0bbeரணம்'],
  // ௌ as one code point, as two, and as people often type it; also the letter ஔ.
  ['கௌரி', 'க\u0bc6\u0bd7ரி', 'கெளரி'],
  ['ஔவை', '\u0b92\u0bd7வை', 'ஒளவை'],
  ['க்\u200cஷமா', 'க்ஷமா'],
  ['𝗕𝗿𝗶𝗱𝗮𝗹', 'bridal'],
  ['İzmir', 'izmir'],
]
