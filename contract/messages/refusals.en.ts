// Refusals about messages, in English.

export const refusals = {
  not_found: {
    'message-unknown': 'We couldn’t find this message.',
  },
  conflict: {
    'letter-out-of-date': 'The code in this e-mail has expired. Ask the person to request a new one.',
    'letter-confidential': 'A code can’t be sent twice. Ask the person to request a new one.',
    'chat-by-hand':
      'This WhatsApp message is sent by hand. Open WhatsApp, send the message, and mark it as sent.',
    'message-withdrawn': 'This message was withdrawn because it’s out of date.',
    'letter-by-hand': 'Only WhatsApp messages are sent by hand.',
    'message-on-its-way': 'This message is being sent right now. Refresh the list in a moment.',
  },
}
