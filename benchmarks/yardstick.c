/* The yardstick: Pontoon in plain C, as fast as plain code goes, to measure the engine against.
 *
 * Six seats, a fresh pack for every deal, xoshiro256++, lazy Fisher-Yates (a card is drawn when it
 * is dealt), flat tables, twist, stick and buy; no splits, no records, no tallies but four sums.
 * Players of this table twist below 16 and buy their third card at 1x on two-card totals up to 11;
 * the banker draws below 16. Usage: yardstick DEALS SEED -> "deals seconds net initial staked".
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

#define SEATS 6
#define STAKE 10
enum { S_STICK, S_TWIST, S_BUY };

static uint64_t s[4];
static uint8_t pack[52];
static int dealt;
static uint8_t turn[2][3][2][32]; /* twisted, cards - 2, ace, hard total */
static uint8_t banker_draws[3][2][32];

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_word(void) {
  uint64_t result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
  s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return result;
}

static inline uint32_t below(uint32_t bound) { /* Lemire, without bias */
  uint64_t m = (next_word() >> 32) * bound;
  if ((uint32_t)m < bound) {
    uint32_t floor = -bound % bound;
    while ((uint32_t)m < floor) m = (next_word() >> 32) * bound;
  }
  return m >> 32;
}

static inline int draw(void) {
  int i = dealt++, j = i + below(52 - i);
  uint8_t card = pack[j];
  pack[j] = pack[i];
  pack[i] = card;
  return card;
}

typedef struct { int count, hard, ace, stake, score; } Hand;

static inline void take(Hand *h) {
  int rank = draw() >> 2;
  h->count++;
  h->hard += rank < 9 ? rank + 1 : 10;
  h->ace |= rank == 0;
}

static inline int best(const Hand *h) { return h->ace && h->hard <= 11 ? h->hard + 10 : h->hard; }

static void fill_tables(void) {
  for (int twisted = 0; twisted < 2; twisted++)
    for (int cards = 0; cards < 3; cards++)
      for (int ace = 0; ace < 2; ace++)
        for (int hard = 0; hard < 32; hard++) {
          int total = ace && hard <= 11 ? hard + 10 : hard;
          int buys = !twisted && cards == 0 && total <= 11;
          turn[twisted][cards][ace][hard] = total >= 16 ? S_STICK : buys ? S_BUY : S_TWIST;
          banker_draws[cards][ace][hard] = total < 16;
        }
}

int main(int argc, char **argv) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a bench that is killed leaves nothing at work */
#endif
  long deals = argc > 1 ? atol(argv[1]) : 1000000;
  uint64_t x = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
  for (int i = 0; i < 4; i++) { /* SplitMix64 fills the state */
    uint64_t z = (x += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    s[i] = z ^ (z >> 31);
  }
  for (int i = 0; i < 52; i++) pack[i] = i;
  fill_tables();
  int64_t net = 0, initial = 0, staked = 0, squares = 0;
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  for (long d = 0; d < deals; d++) {
    Hand hands[SEATS];
    memset(hands, 0, sizeof hands);
    dealt = 0;
    for (int round = 0; round < 2; round++)
      for (int i = 0; i < SEATS; i++) take(&hands[i]);
    for (int i = 0; i < SEATS - 1; i++) hands[i].stake = STAKE;
    Hand *banker = &hands[SEATS - 1];
    int deal_net = 0;
    initial += STAKE * (SEATS - 1);
    if (banker->ace && banker->hard == 11) {
      deal_net = 2 * STAKE * (SEATS - 1);
      staked += STAKE * (SEATS - 1);
    } else {
      int in_play = 0;
      for (int i = 0; i < SEATS - 1; i++) {
        Hand *h = &hands[i];
        int twisted = 0;
        if (h->ace && h->hard == 11) {
          h->score = 24;
        } else {
          while (h->count < 5 && h->hard <= 21) {
            int action = turn[twisted][h->count - 2][h->ace][h->hard];
            if (action == S_STICK) break;
            if (action == S_BUY) h->stake += STAKE;
            else twisted = 1;
            take(h);
          }
          h->score = h->hard > 21 ? 0 : h->count == 5 ? 22 : best(h);
        }
        staked += h->stake;
        if (h->score) in_play++;
        else deal_net += h->stake;
      }
      if (in_play) {
        while (banker->count < 5 && banker->hard <= 21 &&
               banker_draws[banker->count - 2][banker->ace][banker->hard])
          take(banker);
        int score = banker->hard > 21 ? 0 : banker->count == 5 ? 22 : best(banker);
        for (int i = 0; i < SEATS - 1; i++) {
          Hand *h = &hands[i];
          if (!h->score) continue;
          if (h->score > score) deal_net -= h->score >= 22 ? 2 * h->stake : h->stake;
          else deal_net += score == 22 ? 2 * h->stake : h->stake;
        }
      }
    }
    net += deal_net;
    squares += (int64_t)deal_net * deal_net;
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  printf("%ld %.6f %lld %lld %lld %lld\n", deals, b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec),
         (long long)net, (long long)initial, (long long)staked, (long long)squares);
  return 0;
}
